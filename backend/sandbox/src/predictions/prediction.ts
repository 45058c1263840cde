import type { Readable } from 'node:stream';

export interface Prediction {
  id: string;
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled';
  /** 0 to 1. */
  progress?: number;
  /** In the order asked for; empty until the prediction has succeeded. */
  outputs: { ref: string; mimeType: string }[];
  /** For people; only when the status is failed or canceled. */
  error?: string;
  usd: number;
}

/** Long-running work: ordered once by key, looked at until it ends, its outputs read. Each throws SandboxProblem. */
export interface Predictions<Order> {
  /** Ordering again with the same key is harmless: it is the same prediction. */
  create(order: Order, options: { idempotencyKey: string; signal?: AbortSignal }): Promise<{ predictionId: string }>;
  get(predictionId: string): Promise<Prediction>;
  /** Harmless for a prediction that has ended. */
  cancel(predictionId: string): Promise<void>;
  open(ref: string): Promise<{ stream: Readable; size: number }>;
}
