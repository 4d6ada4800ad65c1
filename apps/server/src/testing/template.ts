import { Client } from 'pg'

/** The migrated database that tests have copies of. */
export const TEMPLATE = 'ruwu_template'

/** A database with a larger table is dropped: scanning its dead rows would cost more than a new copy. */
const KEPT_BYTES = 4 * 1024 * 1024

/**
 * Adds functions that empty and fill a copy in one round trip. They are static, so that a connection plans them once;
 * it must have `session_replication_role = replica`, so that no foreign key is checked and no trigger runs.
 */
export async function addTestFunctions(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const names = async (relkind: 'r' | 'S') => {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relkind = $1 and relnamespace = 'public'::regnamespace`,
      [relkind],
    )
    return rows.map((row) => row.name)
  }
  const [tables, sequences] = [await names('r'), await names('S')]
  await client.query(`
    create schema testing;
    create table testing.schema_change (tag text);
    create function testing.log_change() returns event_trigger language plpgsql as $$
    begin
      insert into testing.schema_change values (tg_tag);
    end $$;

    create function testing.empty(kept_connections text) returns boolean language plpgsql as $$
    declare
      this oid := (select oid from pg_database where datname = current_database());
      size bigint;
    begin
      -- Connections of killed nodes could still write.
      perform pg_terminate_backend(pid, 5000) from pg_stat_get_activity(null)
        where datid = this and pid <> pg_backend_pid() and application_name <> coalesce(nullif(kept_connections, ''), '-');
      if exists (select from testing.schema_change) or exists (select from pg_db_role_setting where setdatabase in (0, this))
      then return false; end if;
      ${tables.map(emptying).join('\n')}
      ${sequences.map((name) => `perform setval('public."${name}"', 1, false);`).join('\n')}
      return true;
    end $$;

    create function testing.insert_rows(given jsonb, last_values jsonb) returns void language plpgsql as $$
    begin
      ${tables.map(filling).join('\n')}
      perform setval(key::regclass, value::bigint) from jsonb_each_text(last_values);
    end $$;

    create event trigger log_change on ddl_command_end execute function testing.log_change();
    alter event trigger log_change enable always`)
  await client.end()
}

const emptying = (name: string) => `size := pg_relation_size('public."${name}"');
  if size > ${KEPT_BYTES} then return false; end if;
  if size > 0 then delete from public."${name}"; end if;`

const filling = (name: string) => `if given ? '${name}' then
    insert into public."${name}" overriding system value
    select * from jsonb_populate_recordset(null::public."${name}", given -> '${name}');
  end if;`
