export { deleteExpired, endedSessions, findAccount, revokeSessions } from './auth.repo.ts'
export { authRoutes } from './auth.routes.ts'
export { AuthService } from './auth.service.ts'
export { checkCaptcha, LoginGate } from './login-gate.ts'
