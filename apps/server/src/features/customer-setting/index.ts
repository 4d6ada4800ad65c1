export { type FieldRow, insertFields, listFields, readCustomerSetting } from './customer-setting.repo.ts'
export { customerSettingRoutes } from './customer-setting.routes.ts'
export { toField } from './customer-setting.view.ts'
