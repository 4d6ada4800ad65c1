import type { EntId } from '@ruwu/contract'
import { SUMS } from '@ruwu/domain'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { customerFacts, MASK_BITS, MOST, ORIGIN, TURN_KIND, waitFacts } from './customer-hours.repo.ts'
import { FACT_FAMILIES, factFamilies, msBetween } from './fact-families.repo.ts'
import { DIMENSIONS, dimensionsOf, factsWithin, list, type Span, spans, sumColumn } from './figures.repo.ts'

export const SUM_COLUMNS = list(SUMS.map((name) => sumColumn(name)))
export const SUMMED = list(SUMS.map((name) => sql`sum(${sumColumn(name)})`))
const SUMMED_ALIKE = list(SUMS.map((name) => sql`sum(${sumColumn(name)})::int8 as ${sumColumn(name)}`))

/** Rows `a, customer_id`, dimensions and sums of what adds up. */
const sumFacts = (entId: EntId): SQL =>
  sql.join(
    FACT_FAMILIES.map((name) => factFamilies()[name])
      .filter(({ sums }) => Object.keys(sums).length > 0)
      .map((family) => {
        const values = list(SUMS.map((name) => sql`${family.sums[name] ?? sql`0`} as ${sumColumn(name)}`))
        return factsWithin(
          entId,
          family,
          sql`span.a, ${family.customerId} as customer_id, ${dimensionsOf(family)}, ${values}`,
        )
      }),
    sql` union all `,
  )

/** Rows `a, customer_id`, dimensions, `started` and `ms` of answered turns by the wall clock. */
const turnFacts = (entId: EntId): SQL => {
  const family = factFamilies().turn
  const { humanTurns, aiTurns, aiFirstSessions } = family.sums
  const { human, ai, aiFirst, bits } = TURN_KIND
  const kind = sql`${humanTurns} * ${sql.raw(`${human}`)} + ${aiTurns} * ${sql.raw(`${ai}`)} + ${aiFirstSessions} * ${sql.raw(`${aiFirst}`)}`
  const started = sql`((${msBetween(sql`span.a`, sql`t.start_at`)} << ${sql.raw(`${bits}`)}) + ${kind})::int as started`
  const columns = sql`span.a, ${family.customerId} as customer_id, ${dimensionsOf(family)}, ${started}, waited.ms::int as ms`
  return factsWithin(entId, { ...family, where: sql`t.reply_at is not null` }, columns)
}
/** Descending: a reader stops at the first one that was answered before the clock stood still. */
const LAST_ANSWERED = sql`((f.started >> ${sql.raw(`${TURN_KIND.bits}`)})::int8 + f.ms) desc`

const mask = (names: readonly (typeof SUMS)[number][]): SQL =>
  sql`int4send(${sql.join(
    names.map((name, bit) => sql`(case when ${sumColumn(name)} = 0 then 0 else ${sql.raw(String(2 ** bit))} end)`),
    sql` + `,
  )})`
const SUM_BYTES = sql.join(
  [
    mask(SUMS.slice(0, MASK_BITS)),
    mask(SUMS.slice(MASK_BITS)),
    ...SUMS.map(
      (name) =>
        sql`case when ${sumColumn(name)} = 0 then '' else int4send(least(${sumColumn(name)}, ${MOST})::int) end`,
    ),
  ],
  sql` || `,
)

const SAME_DIMENSION = sql`d.relation_id = f.relation_id and d.agent_ids = f.agent_ids and d.receptions = f.receptions and d.by_ad = f.by_ad`
const SAME_ORIGIN = sql`o.content_id = f.content_id and o.ad_id = f.ad_id and o.ad_name = f.ad_name`

/**
 * Computes these hours from facts. The caller has the enterprise's rollup lock, so that numbers of dimensions are drawn by one at a time.
 * A customer without a number yet is left out and its hour marked again. An hour that has lost its rows stays,
 * empty: a cache of it asks for what is newer.
 */
export async function rollUpHours(db: Queryable, entId: EntId, hours: readonly Span[]): Promise<void> {
  await db.execute(sql`with ${spans(hours)},
    fact as materialized (select a, customer_id, ${DIMENSIONS}, ${ORIGIN}, bit_or(flags) as flags from (${customerFacts(entId)}) r
      where flags <> 0 group by a, customer_id, ${DIMENSIONS}, ${ORIGIN}),
    wait as materialized (${waitFacts(entId)}),
    response as materialized (${turnFacts(entId)}),
    person as materialized (select a, customer_id, ${DIMENSIONS}, ${SUMMED_ALIKE} from (${sumFacts(entId)}) r
      group by a, customer_id, ${DIMENSIONS}),
    total as (insert into stat_sum (ent_id, grain, start_at, ${DIMENSIONS}, ${SUM_COLUMNS})
      select ${entId}::uuid, 'hour', a, ${DIMENSIONS}, ${SUMMED} from person group by a, ${DIMENSIONS}),
    known_dimension as materialized (select no, ${DIMENSIONS} from stat_dimension where ent_id = ${entId}),
    new_dimension as (insert into stat_dimension (ent_id, no, ${DIMENSIONS})
      select ${entId}::uuid, row_number() over (order by ${DIMENSIONS}) + coalesce((select max(no) from known_dimension), -1), ${DIMENSIONS}
      from (select ${DIMENSIONS} from fact union select ${DIMENSIONS} from wait union
        select ${DIMENSIONS} from person where customer_id is not null) f
      where not exists (select 1 from known_dimension d where ${SAME_DIMENSION})
      returning no, ${DIMENSIONS}),
    dimension as materialized (select * from known_dimension union all select * from new_dimension),
    known_origin as materialized (select no, ${ORIGIN} from stat_origin where ent_id = ${entId}),
    new_origin as (insert into stat_origin (ent_id, no, ${ORIGIN})
      select ${entId}::uuid, row_number() over (order by ${ORIGIN}) + coalesce((select max(no) from known_origin), -1), ${ORIGIN}
      from (select distinct ${ORIGIN} from fact) f where not exists (select 1 from known_origin o where ${SAME_ORIGIN})
      returning no, ${ORIGIN}),
    origin as materialized (select * from known_origin union all select * from new_origin),
    unnumbered as (insert into stat_dirty (ent_id, hour) select distinct ${entId}::uuid, date_trunc('hour', a, 'UTC')
      from (select a, customer_id from fact union select a, customer_id from wait union
        select a, customer_id from person where customer_id is not null) f
      where not exists (select 1 from customer_no n where n.ent_id = ${entId} and n.customer_id = f.customer_id)),
    counted as (select f.a, string_agg(int4send(n.no) || int4send(d.no) || int4send(o.no) || int4send(f.flags), ''::bytea
        order by n.no, d.no, o.no) as bytes
      from fact f join dimension d on ${SAME_DIMENSION} join origin o on ${SAME_ORIGIN}
        join customer_no n on n.ent_id = ${entId} and n.customer_id = f.customer_id group by f.a),
    waited as (select f.a, string_agg(int4send(n.no) || int4send(d.no) || int4send(f.from_ms) || int4send(f.ms), ''::bytea
        order by n.no, d.no, f.from_ms, f.ms) as bytes
      from wait f join dimension d on ${SAME_DIMENSION}
        join customer_no n on n.ent_id = ${entId} and n.customer_id = f.customer_id group by f.a),
    answered as (select f.a, string_agg(int4send(n.no) || int4send(d.no) || int4send(f.started) || int4send(f.ms), ''::bytea
        order by ${LAST_ANSWERED}, n.no, d.no, f.started) as bytes
      from response f join dimension d on ${SAME_DIMENSION}
        join customer_no n on n.ent_id = ${entId} and n.customer_id = f.customer_id group by f.a),
    summed as (select f.a, string_agg(int4send(n.no) || int4send(d.no) || ${SUM_BYTES}, ''::bytea order by n.no, d.no) as bytes
      from person f join dimension d on ${SAME_DIMENSION}
        join customer_no n on n.ent_id = ${entId} and n.customer_id = f.customer_id group by f.a)
    insert into stat_hour as h (ent_id, start_at, customers, waits, turns, sums)
    select ${entId}::uuid, span.a, coalesce(c.bytes, ''), coalesce(w.bytes, ''), coalesce(t.bytes, ''), coalesce(s.bytes, '')
    from span left join counted c on c.a = span.a left join waited w on w.a = span.a
      left join answered t on t.a = span.a left join summed s on s.a = span.a
    where c.bytes is not null or w.bytes is not null or s.bytes is not null or exists (select 1 from stat_hour k where k.ent_id = ${entId} and k.start_at = span.a)
    on conflict (ent_id, start_at) do update set customers = excluded.customers, waits = excluded.waits,
      turns = excluded.turns, sums = excluded.sums, version = excluded.version
    where (h.customers, h.waits, h.turns, h.sums) <> (excluded.customers, excluded.waits, excluded.turns, excluded.sums)`)
}
