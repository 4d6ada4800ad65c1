export { insertFields } from './customer-setting.repo.ts'
export { customerSettingRoutes } from './customer-setting.routes.ts'
