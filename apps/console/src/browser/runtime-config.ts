import type { RuntimeConfig } from '@ruwu/contract'

declare global {
  interface Window {
    RUWU_CONFIG?: Partial<RuntimeConfig>
    RUWU_OVERRIDES?: Partial<RuntimeConfig>
  }
}

const defaults: RuntimeConfig = {
  baseUrl: '',
  pushUrl: '',
  staticBaseUrl: '',
  adPlatformUrl: '',
  storageAccessKeyId: '',
  orgId: '',
  registerDisabled: '',
  editableTemplateEntIds: '',
  footerCopyright: '',
  footerFiling: '',
  monitoringUrl: '',
  tagManagerId: '',
  tagManagerHost: '',
  demo: false,
}

/** What `/runtime-config.js` said; a window-level setting of the same name wins. */
export const runtimeConfig = (): RuntimeConfig => ({ ...defaults, ...window.RUWU_CONFIG, ...window.RUWU_OVERRIDES })
