import { Client, escapeLiteral } from 'pg'
import { DATABASE, PRODUCT_ROLE } from './cluster.ts'
import { type Address, adminUrlOf } from './connect.ts'

/** Creates the product's role and the database it owns. The role is no superuser: an injected statement stays inside the database. */
export async function ensureDatabase(client: Client, address: Address): Promise<void> {
  const role = await client.query('select 1 from pg_roles where rolname = $1', [PRODUCT_ROLE])
  const password = escapeLiteral(address.password)
  if (!role.rowCount) await client.query(`create role ${PRODUCT_ROLE} login password ${password}`)
  const database = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [DATABASE],
  )
  if (!database.rowCount) await client.query(`create database ${DATABASE} owner ${PRODUCT_ROLE}`)
  else if (database.rows[0]?.owner !== PRODUCT_ROLE) await handOver(address)
}

/** Data of earlier releases belongs to the superuser. One transaction, the database itself last. */
async function handOver(address: Address): Promise<void> {
  const client = new Client({ connectionString: adminUrlOf(address) })
  await client.connect()
  try {
    await client.query(HAND_OVER)
  } finally {
    await client.end()
  }
}

/** `reassign owned` refuses the superuser that made the cluster. Indexes, and sequences of a column, follow their table. */
const HAND_OVER = `do $$
  declare statement text;
  begin
    for statement in
      with ours as (select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
      select format('alter schema %I owner to ${PRODUCT_ROLE}', nspname) from ours
      union all
      select format('alter %s %s owner to ${PRODUCT_ROLE}',
          case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end,
          c.oid::regclass)
        from pg_class c join ours on ours.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'S') and not exists (
          select 1 from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and c.relkind = 'S' and d.deptype in ('a', 'i'))
      union all
      select format('alter type %s owner to ${PRODUCT_ROLE}', t.oid::regtype)
        from pg_type t join ours on ours.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
        where t.typtype in ('e', 'd') or c.relkind = 'c'
      union all
      select format('alter routine %s owner to ${PRODUCT_ROLE}', p.oid::regprocedure)
        from pg_proc p join ours on ours.oid = p.pronamespace
    loop
      execute statement;
    end loop;
    alter database ${DATABASE} owner to ${PRODUCT_ROLE};
  end
$$`
