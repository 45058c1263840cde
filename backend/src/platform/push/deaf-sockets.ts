import type { Socket } from 'socket.io';

/** What may wait for one socket: thousands of messages, or dozens of the largest. */
const MAX_WAITING_BYTES = 1024 * 1024;

type Connection = Pick<Socket, 'conn'>;

/**
 * Closes the connection of who does not read what it is sent, though it may answer pings. What waits is dropped: whoever
 * connects again is told that something was missed.
 */
export function cutOffIfDeaf(socket: Connection | undefined): void {
  if (socket && waitingBytes(socket) > MAX_WAITING_BYTES) socket.conn.close(true);
}

function waitingBytes({ conn }: Connection): number {
  // Of a websocket: what was handed to it and has not left this process.
  const { socket } = conn.transport as { socket?: { bufferedAmount?: number } };
  const packets = (conn as unknown as { writeBuffer: { data?: unknown }[] }).writeBuffer;
  return packets.reduce((bytes, { data }) => bytes + sizeOf(data), socket?.bufferedAmount ?? 0);
}

const sizeOf = (data: unknown): number =>
  typeof data === 'string' ? data.length : data instanceof Uint8Array ? data.byteLength : 0;
