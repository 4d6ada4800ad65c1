import type { HandlerArgs, messageApi, ModelHelp } from '@ruwu/contract'
import { ASSIST_TEXTS } from '@ruwu/domain'
import type { Caller } from '../../platform/http/caller.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type AssistDeps, getAnswerable, priceOf, startModelUse } from './model-use.ts'

type Typed = HandlerArgs<typeof messageApi.rewrite>['body']

/** 改写 of what an agent has typed. Nothing is sent or stored. */
export const createRewriteService = ({ db, clock, models, assistant }: AssistDeps) => ({
  async modelHelp({ entId }: Caller): Promise<ModelHelp> {
    const access = await models.forEnterprise(entId)
    return { hasModel: access !== undefined, points: access ? priceOf(access) : 0 }
  },

  async rewrite(caller: Caller, { customerId, maxPoints, ...typed }: Typed, signal: AbortSignal) {
    const row = await getAnswerable(db.sql, caller, customerId)
    if (!(await models.forEnterprise(caller.entId))) throw new UserFacingError('refused', ASSIST_TEXTS.noModel)
    const use = startModelUse({ db, clock }, caller, row, maxPoints)
    const text = await use.ask(signal, (request) => assistant.rewrite(request, typed))
    if (text === undefined) throw new UserFacingError('refused', ASSIST_TEXTS.failed)
    if (text === null) throw new UserFacingError('refused', ASSIST_TEXTS.changed)
    await db.transaction((tx) => use.charge(tx, `assist:rewrite:${newId<string>(clock.now())}`))
    return { text }
  },
})
