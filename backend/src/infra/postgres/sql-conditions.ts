/** Conditions of a query, which all have to hold, with the values of their parameters. */
export class SqlConditions {
  private readonly parts: string[] = [];

  /** @param values of the statement so far, when these are conditions of a part of it */
  constructor(readonly values: unknown[] = []) {}

  /** @param text with `?` where the value goes; without a value there is no condition */
  add(text: string, value: unknown): this {
    if (value !== undefined) this.parts.push(text.replaceAll('?', this.value(value)));
    return this;
  }

  /** The parameter that stands for a value. */
  value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }

  get text(): string {
    return this.parts.length === 0 ? 'true' : this.parts.join(' and ');
  }
}
