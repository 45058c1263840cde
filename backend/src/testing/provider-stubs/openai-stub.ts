import { sendJson, StubServer } from './stub-server';

export const OPENAI_KEY = 'sk-stub';

export interface ChatRequest {
  model: string;
  messages: { role: string; content: string }[];
  response_format?: { type: string; json_schema: { name: string; strict: boolean } };
}

/** OpenAI's chat completions over HTTP: answers with what `reply` makes of the request. */
export class OpenAiStub extends StubServer {
  reply: (request: ChatRequest) => string = () => '{}';

  constructor() {
    super((request, response) => {
      if (request.headers.authorization !== `Bearer ${OPENAI_KEY}`) {
        return sendJson(response, 401, { error: { message: 'Incorrect API key', type: 'invalid_request_error' } });
      }
      if (request.path !== '/v1/chat/completions')
        return sendJson(response, 404, { error: { message: 'no such path' } });
      const body = request.body as ChatRequest;
      sendJson(response, 200, {
        id: 'chatcmpl-stub',
        object: 'chat.completion',
        created: 0,
        model: body.model,
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: this.reply(body) } }],
        usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
      });
    });
  }
}
