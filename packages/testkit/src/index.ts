export * from './fake-clock.ts'
export * from './test-socket.ts'
