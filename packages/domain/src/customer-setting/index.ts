export * from './default-setting.ts'
export * from './field-rules.ts'
export * from './field-value.ts'
export * from './linked-stage.ts'
