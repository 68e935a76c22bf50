import { sql } from 'kysely';
import type { Db } from '../transactions.ts';

/**
 * The parts of the schema of a database, each as rows of texts. Left out: names of NOT NULL constraints and
 * compression, which a dump does not carry from one version of PostgreSQL to another, the indexes of the register of
 * taxpayers, which each import makes again, and parentheses, whose number is not the same after a dump.
 */
const parts: Readonly<Record<string, string>> = {
  tables: `select relname, relkind, relrowsecurity, relforcerowsecurity, reloptions from pg_class
    where relnamespace = 'public'::regnamespace and relkind <> 'i'`,
  columns: `select c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
      format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity, a.attgenerated, a.attstorage, a.attcollation,
      pg_get_expr(d.adbin, d.adrelid)
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`,
  constraints: `select conrelid::regclass, conname, pg_get_constraintdef(oid) from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n'`,
  indexes: `select indexdef from pg_indexes
    where schemaname = 'public' and indexname !~ '^contribuyente_[01]_(nombre|palabras)$'`,
  functions: `select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace`,
  triggers: `select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`,
  policies: `select tablename, policyname, cmd, roles, qual, with_check from pg_policies where schemaname = 'public'`,
  rights: `select t.name, coalesce(pg_get_userbyid(nullif(r.grantee, 0)), 'public'), r.privilege_type
    from (select oid::regclass::text, relacl from pg_class where relnamespace = 'public'::regnamespace
      union all select oid::regprocedure::text, proacl from pg_proc where pronamespace = 'public'::regnamespace
      union all select attrelid::regclass || '.' || attname, attacl from pg_attribute where attacl is not null
        and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      union all select 'default ' || defaclobjtype::text, defaclacl from pg_default_acl) t (name, acl),
      aclexplode(t.acl) r`,
};

/** The schema of a database: for each part, its rows in order. Equal for two databases with the same schema. */
export const catalogOf = (db: Db): Promise<Record<string, readonly string[]>> =>
  db.owner(async (tx) => {
    const entries: [string, string[]][] = [];
    for (const [part, query] of Object.entries(parts)) {
      const { rows } = await sql<{ row: string }>`
        select translate(t::text, '()', '') as row from (${sql.raw(query)}) t`.execute(tx);
      entries.push([part, rows.map(({ row }) => row).sort()]);
    }
    return Object.fromEntries(entries);
  });
