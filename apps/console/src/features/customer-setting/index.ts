export { useCustomerFields, useCustomerSetting } from './customer-setting.queries.ts'
