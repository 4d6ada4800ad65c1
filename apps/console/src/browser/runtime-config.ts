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
  termsUrl: '',
  privacyUrl: '',
  monitoringUrl: '',
  tagManagerId: '',
  tagManagerHost: '',
  payMethods: [],
  isPaySimulated: false,
  demo: false,
  hasDemoPage: false,
  isEmpty: false,
}

/** The values of `/runtime-config.js`; `window.RUWU_OVERRIDES` wins. */
export const runtimeConfig = (): RuntimeConfig => ({ ...defaults, ...window.RUWU_CONFIG, ...window.RUWU_OVERRIDES })
