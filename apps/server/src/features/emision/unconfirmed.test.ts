import { emision } from '@timbre/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withIssuing } from '../../testing/issuing.ts';

const server = withIssuing();

const invoice = {
  Encabezado: {
    IdDoc: { TipoeCF: '31', TipoIngresos: '01', TipoPago: 1 },
    Comprador: { RNCComprador: '131246796', RazonSocialComprador: 'Ferretería Inventada SRL' },
  },
  DetallesItems: {
    Item: [
      {
        NumeroLinea: 1,
        IndicadorFacturacion: 1,
        NombreItem: 'Cemento gris',
        IndicadorBienoServicio: 1,
        CantidadItem: 1,
        UnidadMedida: 43,
        PrecioUnitarioItem: '100.00',
      },
    ],
  },
};

const emit = () => server.call(emision.enviarFactura, { body: invoice }, server.key);

test('an emission whose commit was not confirmed is not done again: it may be stored', async () => {
  await server.ctx.db.owner((tx) =>
    sql`
      create sequence commits;
      create function fail_at_commit() returns trigger language plpgsql security definer as $$
      begin
        perform nextval('commits');
        raise exception 'the connection broke';
      end $$;
      create constraint trigger fail_at_commit after insert on documento deferrable initially deferred
        for each row execute function fail_at_commit()`.execute(tx),
  );
  const answers = await Promise.all([emit(), emit(), emit()]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500]);
  const { rows } = await server.ctx.db.owner((tx) =>
    sql<{ last_value: number }>`select last_value from commits`.execute(tx),
  );
  expect(rows[0]?.last_value).toBe(1);

  await server.ctx.db.owner((tx) => sql`drop trigger fail_at_commit on documento`.execute(tx));
  expect((await emit()).body.eNCF).toBe('E310000000001');
});
