export {
  deleteExpired,
  endedSessions,
  findAccount,
  findCallerOfAgent,
  isSuspended,
  revokeSessions,
} from './auth.repo.ts'
export { authRoutes } from './auth.routes.ts'
export { AuthService } from './auth.service.ts'
export { checkCaptcha, LoginGate } from './login-gate.ts'
export type { PendingLogin, SecondStep } from './pending-login.ts'
