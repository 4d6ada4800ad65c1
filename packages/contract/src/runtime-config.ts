import type { PayMethod } from './order.ts'

/**
 * Run-time configuration from `/runtime-config.js` (`window.RUWU_CONFIG`); `window.RUWU_OVERRIDES`
 * overrides single values.
 */
export type RuntimeConfig = {
  /** Base address of the API; empty = the address the page came from. */
  baseUrl: string
  /** Push address with the instant-messaging path, version 2; empty = the page's own host and `/api/connect`. */
  pushUrl: string
  /** Base address of static files in object storage. */
  staticBaseUrl: string
  adPlatformUrl: string
  storageAccessKeyId: string
  orgId: string
  /** The string `true` hides registration. */
  registerDisabled: string
  /** Enterprise ids, separated by commas, that may edit templates. */
  editableTemplateEntIds: string
  footerCopyright: string
  footerFiling: string
  /** Addresses of 服务协议 and 隐私政策; empty without one. */
  termsUrl: string
  privacyUrl: string
  monitoringUrl: string
  tagManagerId: string
  tagManagerHost: string
  /** How points can be paid for; empty: they cannot be bought here. */
  payMethods: PayMethod[]
  /** None of them takes real money. */
  isPaySimulated: boolean
  /** Demo mode: platforms, SMS and model are simulated, payment where no method of one's own is configured. */
  demo: boolean
  /** /demo is open: every visitor gets an enterprise of their own on the simulated platforms. */
  hasDemoPage: boolean
  /** No enterprise exists that anybody could sign in to. */
  isEmpty: boolean
}
