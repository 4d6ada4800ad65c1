/**
 * What the browser learns at run time from `/runtime-config.js` (as `window.RUWU_CONFIG`); a window-level setting of
 * the same name (`window.RUWU_OVERRIDES`) wins over each value.
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
  monitoringUrl: string
  tagManagerId: string
  tagManagerHost: string
  /** Platforms, SMS, model and payment are stand-ins. */
  demo: boolean
}
