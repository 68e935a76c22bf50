import { useEffect } from 'react';
import styles from '../buyers-page.module.css';

/** The data of persons on the page of a shared document, and their reason. The same text for every company. */
export function Privacy() {
  useEffect(() => {
    document.title = 'Qué datos contiene un comprobante compartido';
  }, []);
  return (
    <main className={styles.page}>
      <article className={`${styles.card} ${styles.text}`}>
        <h1>Qué datos contiene un comprobante compartido</h1>
        <p>
          Un comprobante fiscal puede tener datos de personas. La Ley núm. 172-13, sobre protección de datos personales,
          les da derechos sobre ellos; esta página dice cuáles son esos datos, para qué están y a quién pedirle cuentas.
        </p>
        <h2>Quién responde por ellos</h2>
        <p>
          La empresa que emitió el comprobante: su nombre y su RNC encabezan la página. Ella decide compartirlo y por
          cuánto tiempo. Timbre es el programa con que lo hace.
        </p>
        <h2>Qué datos</h2>
        <ul>
          <li>Del emisor: nombre, RNC o cédula, dirección, y su teléfono y su correo si los imprime.</li>
          <li>
            Del comprador, si el comprobante los tiene: nombre, RNC, cédula o identificación extranjera, dirección,
            contacto y correo.
          </li>
          <li>De la operación: qué se vendió, cuánto, cuándo y cómo se paga.</li>
        </ul>
        <p>
          Son los de la representación impresa, el mismo papel que se entrega con la venta, y los del XML que la empresa
          firmó y la DGII recibe. La página no tiene otro comprobante.
        </p>
        <h2>Para qué</h2>
        <p>
          Para que el comprador vea su comprobante, lo guarde y lo verifique en la DGII. La DGII exige que diga quién lo
          emite y, si da derecho a crédito fiscal, a quién.
        </p>
        <h2>Quién los ve y por cuánto tiempo</h2>
        <ul>
          <li>
            Quien tenga el enlace, que nadie puede adivinar. Si usted lo reenvía, quien lo reciba también lo verá.
          </li>
          <li>Los buscadores no lo muestran, y la página no lleva publicidad ni programas de terceros.</li>
          <li>
            Hasta la fecha que dice al pie de la página, o hasta que la empresa cierre el enlace, que puede hacerlo en
            cualquier momento. El comprobante mismo se conserva el tiempo que exige la ley fiscal.
          </li>
        </ul>
        <h2>Sus derechos</h2>
        <p>
          La ley le da derecho a conocer sus datos, a que se corrijan, a que se eliminen cuando no deban conservarse y a
          oponerse a su uso. Pídaselo a la empresa que emitió el comprobante; también que cierre el enlace. Un
          comprobante ya emitido no se cambia: se corrige con una nota de crédito o de débito. Si no le responden, la
          ley prevé la acción judicial de hábeas data.
        </p>
      </article>
    </main>
  );
}
