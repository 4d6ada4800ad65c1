export { RequireTotpSwitch } from './require-totp-switch.tsx'
export { ResetTotpButton } from './reset-totp-button.tsx'
export { SecuritySheet } from './security-sheet.tsx'
