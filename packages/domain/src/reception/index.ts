export * from './session-end.ts'
export * from './starting-reception.ts'
