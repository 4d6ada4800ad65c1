export * from './home-guide.ts'
export * from './home-todo.ts'
