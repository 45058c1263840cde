/** Tokens that a reply may have at most. Apart from the schemas, for the first load. */
export const CHAT_REPLY_TOKENS = 1_000;

/** About as many tokens as a text of such a length has. */
export const tokensOf = ({ length }: { length: number }): number => Math.ceil(length / 4);

/** What a message is paid for at most: its own tokens and those of the longest reply. */
export const mostChatTokens = (message: string): number => tokensOf(message) + CHAT_REPLY_TOKENS;
