/** A new movement, as the rules of stock use it. */

/** Prices are amounts with two decimals, instants ISO 8601 UTC. */
export interface Movement {
  name: string;
  item_id: number;
  type: 'entry' | 'exit';
  quantity: number;
  unit_price: number | undefined;
  total_price: number;
  company_id: number | null;
  invoice_number: string | null;
  invoice_date: string | null;
  maintenance_id: number | null;
  moved_at: string;
  signed_quantity: number;
  cost: number;
  sets_price: boolean;
}
