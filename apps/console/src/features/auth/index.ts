export { ChangePasswordSheet } from './change-password-sheet.tsx'
export { LoginFrame } from './login-frame.tsx'
export { logout } from './logout.ts'
