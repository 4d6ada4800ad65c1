import { SESSION_SILENCE_MS } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bus } from '../realtime/bus.ts'

const AT_ONCE = 500

/** Ends sessions in which nobody has said anything for a day, with their last message. */
export class SessionEnd {
  private readonly db: Database
  private readonly clock: Clock
  private readonly bus: Bus

  constructor(deps: { db: Database; clock: Clock; bus: Bus }) {
    this.db = deps.db
    this.clock = deps.clock
    this.bus = deps.bus
  }

  /**
   * True when there may be more. Nothing that a screen shows of a customer changes, so nobody is told and the version stays;
   * rows that somebody holds are left for the next look.
   */
  async run(): Promise<boolean> {
    const silentSince = new Date(this.clock.now().getTime() - SESSION_SILENCE_MS)
    const { rowCount } = await this.db.sql.execute(sql`with silent as (
        select c.ent_id, c.id, c.session_id from customer c
        where c.session_id is not null and c.last_message_at <= ${silentSince} and exists (
          select 1 from session s where s.ent_id = c.ent_id and s.id = c.session_id
            and coalesce(s.last_message_at, s.start_at) <= ${silentSince})
        order by c.last_message_at limit ${AT_ONCE} for no key update of c skip locked
      ), ended as (
        update session s set end_at = coalesce(s.last_message_at, s.start_at)
        from silent where s.ent_id = silent.ent_id and s.id = silent.session_id
      )
      update customer c set session_id = null from silent where c.ent_id = silent.ent_id and c.id = silent.id`)
    const ended = rowCount ?? 0
    // Whoever received them has a place free.
    if (ended > 0) this.bus.publish({ kind: 'work', queue: 'drain' })
    return ended === AT_ONCE
  }
}
