/** How the ledger names what a reply costs. */
export const CHAT_OPERATION = 'chat_completion';
export const CHAT_CATEGORY = 'chat';
