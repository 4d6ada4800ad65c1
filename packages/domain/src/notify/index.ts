export * from './default-notify-setting.ts'
export * from './notice.ts'
