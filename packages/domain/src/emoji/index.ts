// Also the narrow door `@ruwu/domain/emoji` of the simulator, which may know nothing else of the domain.
export * from './emoji.ts'
export * from './emoji-picker.ts'
export * from './emoji-set.ts'
export * from './emoji-text.ts'
