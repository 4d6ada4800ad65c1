export { createSecondStep } from './second-step.ts'
export { deleteTotp, totpSecrets } from './totp.repo.ts'
export { totpRoutes } from './totp.routes.ts'
export { TotpService } from './totp.service.ts'
