// Also the entry point `@ruwu/domain/emoji`, the only part of the domain the simulator may import.
export * from './emoji.ts'
export * from './emoji-picker.ts'
export * from './emoji-set.ts'
export * from './emoji-text.ts'
