import { withoutHyphens } from '@ruwu/domain'
import { createEvent } from '@ruwu/ui/store.ts'
import { runtimeConfig } from '../browser/runtime-config.ts'
import { noteServerDate } from '../browser/server-clock.ts'
import { rolePreview } from '../session/role-preview.ts'
import { endSession, onSessionEnd } from '../session/session-end.ts'
import { readSession } from '../session/session.ts'
import { createCall, type CallDeps } from './create-call.ts'

const forbidden = createEvent()

/** Subscribes to responses refused for a missing permission. */
export const onForbidden = forbidden.on

// crypto.randomUUID is missing on insecure origins (plain http), where the page must still load to say why sign-in is
// impossible.
export const newId = () => (crypto.randomUUID ? withoutHyphens(crypto.randomUUID()) : '')

let session = new AbortController()

onSessionEnd(() => {
  session.abort()
  session = new AbortController()
})

const deps: CallDeps = {
  fetch: async (input, init) => {
    const response = await fetch(input, init)
    noteServerDate(response.headers.get('date'))
    return response
  },
  baseUrl: () => runtimeConfig().baseUrl,
  orgId: () => runtimeConfig().orgId,
  identity: readSession,
  newId,
  previewRoleId: () => rolePreview.get()?.id,
  onSessionEnd: endSession,
  sessionSignal: () => session.signal,
  onForbidden: () => void forbidden.emit(),
}

export const call = createCall(deps)

/** The same client with a sign-in that only this page knows; its end leaves the browser's own session alone. */
export const callAs = (identity: CallDeps['identity'], onSessionEnd: () => void) =>
  createCall({
    ...deps,
    identity,
    previewRoleId: () => undefined,
    onSessionEnd,
    sessionSignal: () => new AbortController().signal,
    onForbidden: () => {},
  })

/** The same client over another transport. */
export const callOver = (transport: CallDeps['fetch']) => createCall({ ...deps, fetch: transport })
