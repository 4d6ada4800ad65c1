export * from './default-setting.ts'
export * from './field-value.ts'
