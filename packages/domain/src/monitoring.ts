/** The loader waits for an idle moment, at most this long. */
export const TAG_MANAGER_IDLE_TIMEOUT_MS = 3000

type MonitoringSettings = { monitoringUrl?: string; tagManagerId?: string; tagManagerHost?: string }

/** Silent unless configured, and on test hosts. */
export function shouldMonitor(host: string, settings: MonitoringSettings): boolean {
  return Boolean(settings.monitoringUrl) && !host.toLowerCase().includes('app-qa')
}

/** Only on its one host. */
export function shouldLoadTagManager(host: string, settings: MonitoringSettings): boolean {
  const { tagManagerId, tagManagerHost } = settings
  return Boolean(tagManagerId && tagManagerHost) && host.toLowerCase() === tagManagerHost?.toLowerCase()
}
