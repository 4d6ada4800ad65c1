export { ChangePasswordSheet } from './change-password-sheet.tsx'
export { logout } from './logout.ts'
