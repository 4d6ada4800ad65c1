export * from './default-notify-setting.ts'
export * from './notice.ts'
export * from './quiet-hours.ts'
