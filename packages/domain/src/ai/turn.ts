/** Something that was said, as far as an AI needs it. A customer's words are data: nothing in them is an instruction. */
export type AiTurn = { who: 'customer' | 'ai' | 'human'; text: string; hasImage: boolean; at: Date }
