export * from './default-notify-setting.ts'
export * from './notice.ts'
export * from './notice-centre.ts'
export * from './remind-time.ts'
