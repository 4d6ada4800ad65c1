export {
  customerSettingKeys,
  useCustomerFields,
  useCustomerSetting,
  useListFields,
} from './customer-setting.queries.ts'
