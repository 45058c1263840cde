/** Whatever runs a query: the application's connections, or those of a tool. */
export abstract class Sql {
  abstract query<Rows>(text: string, values?: unknown[]): Promise<Rows>;
}
