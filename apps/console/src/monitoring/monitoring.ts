import { TAG_MANAGER_IDLE_TIMEOUT_MS, maskName, shouldLoadTagManager, shouldMonitor } from '@ruwu/domain'
import { runtimeConfig } from '../browser/runtime-config.ts'
import { whenIdle } from '../browser/when-idle.ts'

/** Analytics and monitoring: off unless configured; names masked, no tokens, no message texts. */
type Identity = { agentId: string; name: string }

let identity: Identity | undefined

export function setIdentity(agentId: string, name: string) {
  identity = { agentId, name: maskName(name) }
}

export function clearIdentity() {
  identity = undefined
}

export function report(error: unknown) {
  console.error(error)
  const settings = runtimeConfig()
  if (!shouldMonitor(location.hostname, settings)) return
  const body = JSON.stringify({
    name: error instanceof Error ? error.name : 'Error',
    message: error instanceof Error ? error.message : String(error),
    path: location.pathname,
    identity,
  })
  navigator.sendBeacon(settings.monitoringUrl, body)
}

/** Loads the tag manager when idle, on its configured host only. */
export function startMonitoring() {
  const { tagManagerId, ...settings } = runtimeConfig()
  if (!shouldLoadTagManager(location.hostname, { ...settings, tagManagerId })) return
  const load = () => {
    const script = document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(tagManagerId)}`
    document.head.append(script)
  }
  whenIdle(load, TAG_MANAGER_IDLE_TIMEOUT_MS)
}
