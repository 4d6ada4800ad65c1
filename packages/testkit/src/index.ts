export * from './fake-clock.ts'
export * from './malformed.ts'
export * from './seeded-random.ts'
export * from './test-socket.ts'
