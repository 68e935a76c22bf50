/** The text of `leame.txt`, in Spanish. */
export const readme = (made: string, where: string): string => `Paquete de soporte de Timbre
Hecho el ${made} (UTC), ${where}.

Qué hay

  versiones.json   Timbre, Node.js, el sistema, la base de datos y sus migraciones
  ajustes.json     cada ajuste por su nombre. De los que son claves, direcciones, carpetas o nombres se dice solo si
                   están fijados; los demás son números, fechas o palabras de una lista
  limites.json     procesadores, memoria y lo que el proceso puede usar
  cifras.txt       las cifras de /metrics. Las que cuentan empiezan con el proceso; las de la base de datos son de la
                   última vez que alguien leyó /metrics
  trabajos.json    los trabajos en cola por clase, sus intentos y la clase de sus últimos errores
  errores.json     las últimas 200 respuestas de error (5xx) del servidor desde que inició: hora, identificador, ruta
                   declarada y código. Se guardan en la memoria del proceso: otro proceso, o la orden de consola, no los
                   tiene, y el archivo lo dice
  verificar.json   la comprobación de los números, con cuántas veces se rompió cada promesa. Tiene un límite de tiempo:
                   «completa» dice si terminó
  estado.json      hora, disco y cuántos certificados vencen

Donde algo no se pudo leer, el archivo dice «noLeido» y la clase del error, sin su mensaje.

Qué no hay

  Ningún RNC, cédula, nombre, correo, dirección, e-NCF, clave, contraseña, certificado, token ni contenido de
  comprobantes. Cada dato se incluye porque está en una lista de lo permitido; lo demás no entra.

El identificador de un error es el que ve la persona y el que está en el registro del servidor: con él se halla la línea
de lo que pasó.
`;
