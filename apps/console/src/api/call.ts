import { withoutHyphens } from '@ruwu/domain'
import { runtimeConfig } from '../browser/runtime-config.ts'
import { endSession } from '../session/session-end.ts'
import { readSession } from '../session/session.ts'
import { createCall, type CallDeps } from './create-call.ts'

const forbiddenListeners = new Set<() => void>()

/** Hears of every refusal for lack of permission. */
export function onForbidden(listener: () => void) {
  forbiddenListeners.add(listener)
  return () => {
    forbiddenListeners.delete(listener)
  }
}

// randomUUID is missing on insecure origins, where the page still has to say why it does not work.
const newId = () => (crypto.randomUUID ? withoutHyphens(crypto.randomUUID()) : '')

const deps: CallDeps = {
  fetch: (input, init) => fetch(input, init),
  baseUrl: () => runtimeConfig().baseUrl,
  orgId: () => runtimeConfig().orgId,
  identity: readSession,
  newId,
  onSessionEnd: () => endSession('expired'),
  onForbidden: () => {
    for (const listener of forbiddenListeners) listener()
  },
}

export const call = createCall(deps)

/** The same way of asking over another transport. */
export const callOver = (transport: CallDeps['fetch']) => createCall({ ...deps, fetch: transport })
