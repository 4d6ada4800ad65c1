export { useCustomerFields, useCustomerSetting, useListFields } from './customer-setting.queries.ts'
