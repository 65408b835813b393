/**
 * What definitions declare, in short. The laws of the conformance suite hold each resource to its definition, and this table holds the
 * definition: a default, a bound or a filter that changes is a change for every client. A failure shows the line as it would be.
 */
import { expect } from 'chai';
import type { FieldModel, Resource } from '../../../engine/model/resource.ts';
import { isRequired } from '../../../engine/request/body.ts';
import { createRegistry } from '../../../service/project/registry.ts';

const usualOperations = 'list,view,create,update,delete';
const toldFacts = ['where', 'offer', 'matching', 'tree', 'exclusive', 'onDelete', 'viewers'] as const;
const toldFlags = ['fixed', 'past', 'caseless', 'multiline', 'writeOnly'] as const;
const toldKeys = [
  ...['scope', 'headquartersOnly', 'unique', 'states', 'only', 'order', 'requiredWhen', 'stamps'],
  ...['atMostOne', 'alternative', 'restrictDelete', 'hung', 'softDelete', 'displayFrom', 'filters'],
  ...['filtersThrough', 'search', 'sort', 'defaultSort', 'sums'],
];
/** Words for people, which tests of sentences hold. */
const wording = [
  'message',
  'taken',
  'takenUnseen',
  'kept',
  'undeletable',
  'cleared',
  'what',
  'one',
  'counted',
];

/** As JSON, without the marks that a reader does not need. */
function plain(value: unknown): string {
  const shown = (key: string, one: unknown) =>
    wording.includes(key) && one !== true ? undefined : typeof one === 'function' ? 'judged' : one;
  return JSON.stringify(value, shown).replaceAll('"', '');
}

/** Its name, `!` if it is required, `?` if it may be null, what it may be, its default, and what else holds for it. */
function tellField(field: FieldModel): string {
  const { name, schema, facts } = field;
  const { minimum, maximum, minLength, maxLength, minItems, format } = schema;
  const known: Readonly<Record<string, unknown>> = { ...facts };
  const usual = known.default;
  const range = (least: unknown, most: unknown) => (most === undefined ? [] : [`${least ?? ''}..${most}`]);
  const values = known.to
    ? [`→${known.to}`]
    : [
        ...range(minimum, maximum),
        ...range(minLength, maxLength),
        ...(Array.isArray(known.values) ? [known.values.join('|')] : []),
        ...(format ? [format] : []),
        ...(minItems ? [`${minItems} or more`] : []),
      ];
  return [
    `${name}${facts.nullable ? '?' : isRequired(field) ? '!' : ''}`,
    ...values,
    ...toldFlags.filter((key) => known[key]),
    ...toldFacts.flatMap((key) => (known[key] === undefined ? [] : [`${key} ${plain(known[key])}`])),
    ...(usual === undefined ? [] : [`=${plain(usual)}`]),
  ].join(' ');
}

/** What a client may send, and the rules beyond single fields. */
function tell({ definition, fields }: Resource): string[] {
  const declared: Readonly<Record<string, unknown>> = { ...definition };
  const isSent = ({ facts }: FieldModel) =>
    !facts.readOnly && !['aggregate', 'derived', 'total'].includes(facts.kind);
  const operations = definition.operations.join();
  return [
    ...[...fields.values()].filter(isSent).map(tellField),
    ...(operations === usualOperations ? [] : [`operations ${operations}`]),
    ...toldKeys.flatMap((key) =>
      declared[key] === undefined || declared[key] === 'site' ? [] : [`${key} ${plain(declared[key])}`],
    ),
  ];
}

const table: Readonly<Record<string, string>> = {
  activities: `
    name! 1..100; resource! 1..64; record_id? -2147483648..2147483647; action! 1..32; user_id? →users;
    changes?; request_id? 1..64; operations list,view; filters [resource,record_id,action,user_id]; sort
    [created_at]; defaultSort -created_at
  `,
  attachments: `
    name! 1..255; caption? 1..255; hung {on:attachable,files:true}; filters [type,is_image]; search
    [name,caption]; sort [created_at,name,size]; defaultSort -created_at
  `,
  'calendar-feeds': `
    name! 1..255; site_id! →sites; include maintenances|plan-occurrences 1 or more
    =[maintenances,plan-occurrences]; operator me|all =me; operations list,view,create,delete; scope own;
    unique [[digest]]; sort [name,created_at]; defaultSort name
  `,
  'cleaning-rounds': `
    name! 1..255; zone_id? →zones where {allow_material:true}; material_ids →materials onDelete unlink =[];
    type! daily|weekly|bimonthly|monthly|quarterly|biannual|annual|casual; active =true; starts_on! date;
    due_time time-of-day =08:00; frequency! day|week|month|year; every 1..365 =1; weekdays?
    mon|tue|wed|thu|fri|sat|sun 1 or more; only [{fields:[weekdays],beside:{frequency:[week]}}]; filters
    [zone_id,active,next_due_at]; filtersThrough {material_id:material_ids}; search [name]; sort
    [name,next_due_at,created_at]; defaultSort name
  `,
  cleanings: `
    name 1..255; material_id! →materials exclusive true; type!
    daily|weekly|bimonthly|monthly|quarterly|biannual|annual|casual; description? 1..5000 multiline;
    cleaned_at date-time past =now; filters [material_id,type,cleaned_at]; filtersThrough
    {zone_id:material_id.zone_id}; search [name,description,material_id.name]; sort
    [cleaned_at,type,created_at]; defaultSort -cleaned_at
  `,
  closures: `
    day! date; name! 1..255; unique [{fields:[site_id,day]}]; filters [day]; search [name]; sort
    [day,name,created_at]; defaultSort day
  `,
  comments: `
    body! 1..5000 multiline; mention_ids →users viewers true =[]; hung {on:commentable,authorOnly:[update]};
    filtersThrough {mention_id:mention_ids}; search [body]; sort [created_at]; defaultSort -created_at
  `,
  companies: `
    name! 1..255; types! item_provider|maintenance_provider 1 or more; description? 1..1000 multiline; email?
    1..255 email; phone? 1..255; address? 1..500 multiline; scope global; headquartersOnly
    [list,view,create,update,delete]; unique [[name]]; filters [types]; search [name,email]; sort
    [name,created_at]; defaultSort name
  `,
  downtimes: `
    material_id! →materials exclusive true; kind unplanned|planned|external =unplanned; started_at date-time
    past =now; ended_at? date-time past; incident_id? →incidents matching [material_id] exclusive changed
    onDelete unlink; maintenance_id? →maintenances matching [material_id] onDelete unlink; notes? 1..2000
    multiline; unique [{fields:[kind,material_id],where:{ended_at:null},blames:ended_at}]; order
    [{lower:started_at,upper:ended_at,blames:upper}]; displayFrom [material_id.name]; filters
    [material_id,kind,incident_id,maintenance_id,started_at,ended_at]; filtersThrough
    {zone_id:material_id.zone_id}; search [material_id.name,notes]; sort [started_at,ended_at,kind];
    defaultSort -started_at; sums [minutes]
  `,
  'equipment-classes': `
    name! 1..255; code? 1..10 caseless; description? 1..1000 multiline; parent_id? →equipment-classes tree
    true; scope global; headquartersOnly [create,update,delete]; unique [[name],[code]]; filters [parent_id];
    search [name,code]; sort [name]; defaultSort name
  `,
  'failure-codes': `
    kind! mode|mechanism|cause fixed; code! 1..10 caseless; name! 1..255; description? 1..1000 multiline;
    parent_id? →failure-codes offer {kind:[mechanism,cause],parent_id:null} exclusive changed; active =true;
    scope global; headquartersOnly [create,update,delete]; unique [[kind,code]]; only
    [{fields:[parent_id],beside:{kind:[mechanism,cause]}}]; filters [kind,active,parent_id]; search
    [name,code]; sort [code]; defaultSort code
  `,
  incidents: `
    name! 1..255; material_id! →materials offer {status:{not:decommissioned}}; maintenance_id? →maintenances
    matching [material_id] onDelete unlink; description? 1..5000 multiline; severity low|medium|high|critical
    =low; status open|in_progress|resolved|closed =open; started_at date-time =now; resolved_at? date-time;
    is_failure =false; failure_mode_id? →failure-codes where {kind:mode,active:true}; failure_mechanism_id?
    →failure-codes where {kind:mechanism,active:true}; failure_cause_id? →failure-codes where
    {kind:cause,active:true}; detection? operator|inspection|monitoring|test|demand|other; unique
    [[maintenance_step_id]]; states
    {field:status,transitions:{open:[in_progress,resolved],in_progress:[open,resolved],resolved:[in_progress,closed],closed:[in_progress]}};
    only
    [{fields:[resolved_at],beside:{status:[resolved,closed]}},{fields:[failure_mode_id,failure_mechanism_id,failure_cause_id],beside:{is_failure:[true]}}];
    order [{lower:started_at,upper:resolved_at,blames:upper}]; stamps
    [{field:resolved_at,states:[resolved,closed],kept:true}]; filters
    [material_id,maintenance_id,severity,status,started_at,resolved_at,is_failure,failure_mode_id,failure_mechanism_id,failure_cause_id,detection,meter_id,meter_reading_id];
    filtersThrough {zone_id:material_id.zone_id,equipment_class_id:material_id.equipment_class_id}; search
    [name,description,material_id.name]; sort [severity,status,started_at,created_at]; defaultSort -started_at
  `,
  'item-movements': `
    item_id! →items exclusive true; type! entry|exit; quantity! 1..999999; unit_price 0..9999999.99 money;
    company_id? →companies; invoice_number? 1..100; invoice_date? date; maintenance_id? →maintenances; notes?
    1..2000 multiline; moved_at date-time past =now; reverses_id? →item-movements offer judged; operations
    list,view,create; unique [{fields:[reverses_id]}]; only
    [{fields:[unit_price],beside:{type:[entry]}},{fields:[company_id,invoice_number,invoice_date],beside:{type:[entry]}},{fields:[maintenance_id],beside:{type:[exit]}}];
    alternative {when:reverses_id,fields:[reverses_id,notes]}; displayFrom [item_id.name]; filters
    [item_id,type,maintenance_id,company_id,moved_at]; filtersThrough
    {material_id:maintenance_id.material_id}; search [item_id.name,item_id.reference,invoice_number,notes];
    sort [moved_at,type,quantity,total_price,created_at]; defaultSort -moved_at; sums [quantity,total_price]
  `,
  items: `
    name! 1..255; reference? 1..100; description? 1..2000 multiline; unit 1..20 =piece; company_id? →companies
    where {types:item_provider}; company_reference? 1..100; current_price 0..9999999.99 money =0;
    warning_stock? 0..2147483647; critical_stock? 0..2147483647; material_ids →materials onDelete unlink =[];
    unique [[site_id,name],[site_id,reference]]; order
    [{lower:critical_stock,upper:warning_stock,blames:lower}]; filters
    [company_id,stock_status,current_stock]; filtersThrough {material_id:material_ids}; search
    [name,reference,company_reference,description]; sort
    [name,reference,current_stock,current_price,created_at]; defaultSort name; sums [current_stock]
  `,
  'labour-entries': `
    maintenance_id! →maintenances; user_id →users offer judged; trade_id →trades where {active:true}; kind
    work|travel|waiting =work; minutes? 0..1440; worked_on date =today; started_at? date-time past; ended_at?
    date-time past; hourly_rate 0..9999999.99 money; notes? 1..2000 multiline; unique
    [{fields:[user_id],where:{started_at:{not:null},ended_at:null}}]; only
    [{fields:[ended_at],beside:{started_at:{not:null}}}]; order
    [{lower:started_at,upper:ended_at,blames:upper}]; filters
    [maintenance_id,user_id,trade_id,kind,worked_on,running]; filtersThrough
    {material_id:maintenance_id.material_id}; search [notes]; sort [worked_on]; defaultSort -worked_on; sums
    [minutes,amount]
  `,
  'maintenance-plans': `
    name! 1..255; material_id! →materials fixed offer {status:{not:decommissioned}}; active =true; schedule
    fixed|floating =fixed; basis calendar|meter|either =calendar; meter_id? →meters where {kind:counter}
    matching [material_id]; every_units? 0.001..999999999 decimal3; lead_units 0..999999999 decimal3 =0;
    tolerance_units? 0..999999999 decimal3; starts_on date =today; due_time time-of-day =08:00; frequency?
    day|week|month|year; every 1..365 =1; weekdays? mon|tue|wed|thu|fri|sat|sun 1 or more; month_day? -1..31;
    nth? -1..4; nth_weekday? mon|tue|wed|thu|fri|sat|sun; ends_on? date; max_occurrences? 1..100000;
    on_closed_day keep|before|after|skip =keep; season_from? 1..5; season_until? 1..5; lead_days 0..365 =7;
    tolerance_days? 0..365; when_open skip|stack =skip; catch_up next|last|all =next; type
    preventive|predictive|inspection|improvement =preventive; priority low|medium|high|urgent =medium;
    realization internal|external|both =internal; operator_ids →users viewers maintenances =[]; company_ids
    →companies where {types:maintenance_provider} =[]; description? 1..5000 multiline; estimated_minutes?
    1..525600; procedure_id? →procedures where {active:true}; only
    [{fields:[weekdays,month_day,nth,nth_weekday],beside:{schedule:[fixed],basis:[calendar,meter]}},{fields:[weekdays],beside:{frequency:[week]}},{fields:[month_day],beside:{frequency:[month,year]}},{fields:[nth,nth_weekday],beside:{frequency:[month]}},{fields:[frequency,weekdays,month_day,nth,nth_weekday,ends_on,max_occurrences,season_from,season_until,tolerance_days,due_time,every,on_closed_day,lead_days],beside:{basis:[calendar,either]}},{fields:[meter_id,every_units,lead_units,tolerance_units],beside:{basis:[meter,either]}}];
    requiredWhen
    [{field:frequency,beside:{basis:[calendar,either]}},{field:meter_id,beside:{basis:[meter,either]}},{field:every_units,beside:{basis:[meter,either]}}];
    filters [material_id,active,type,frequency,next_due_at]; filtersThrough
    {zone_id:material_id.zone_id,operator_id:operator_ids,company_id:company_ids}; search
    [name,material_id.name]; sort [name,next_due_at,created_at]; defaultSort name
  `,
  'maintenance-steps': `
    passed?; number? -1000000000..1000000000 decimal4; choice? 1..100; text? 1..2000 multiline; not_applicable
    =false; note? 1..1000 multiline; answered_at? date-time past; operations list,view,update; only
    [{fields:[passed],beside:{kind:[check,pass_fail]}},{fields:[number],beside:{kind:[number]}},{fields:[choice],beside:{kind:[choice]}},{fields:[text],beside:{kind:[text]}}];
    filters [maintenance_id,status,incident_id]; sort [position]; defaultSort position
  `,
  maintenances: `
    name! 1..255; material_id! →materials fixed offer {status:{not:decommissioned}}; description? 1..5000
    multiline; reason? 1..5000 multiline; type corrective|preventive|predictive|inspection|improvement
    =corrective; realization internal|external|both =internal; status planned|in_progress|completed|canceled
    =planned; priority low|medium|high|urgent =medium; scheduled_at? date-time; due_at? date-time;
    estimated_minutes? 1..525600; started_at? date-time; resolved_at? date-time; operator_ids →users viewers
    maintenances =[]; company_ids →companies where {types:maintenance_provider} =[]; stop_clocks? writeOnly;
    procedure_id? →procedures offer {active:true}; states
    {field:status,transitions:{planned:[in_progress,canceled],in_progress:[completed,planned,canceled],completed:[in_progress],canceled:[planned]}};
    only [{fields:[stop_clocks],beside:{status:[completed,canceled]}}]; order
    [{lower:started_at,upper:resolved_at,blames:upper}]; requiredWhen
    [{field:operator_ids,beside:{status:[in_progress,completed],realization:[internal,both]}},{field:company_ids,beside:{status:[in_progress,completed],realization:[external,both]}}];
    stamps [{field:started_at,states:[in_progress]},{field:resolved_at,states:[completed],kept:true}]; filters
    [material_id,status,type,realization,priority,overdue,maintenance_plan_id,scheduled_at,due_at,started_at,resolved_at];
    filtersThrough {zone_id:material_id.zone_id,operator_id:operator_ids,company_id:company_ids}; search
    [name,description,reason,material_id.name]; sort
    [scheduled_at,due_at,started_at,resolved_at,priority,status,type,total_cost,created_at]; defaultSort
    -created_at; sums [parts_cost,estimated_minutes,labour_minutes,labour_cost,service_cost,total_cost]
  `,
  materials: `
    name! 1..255; zone_id! →zones where {allow_material:true}; parent_id? →materials tree true;
    equipment_class_id? →equipment-classes; description? 1..1000 multiline; status
    operational|degraded|standby|down|decommissioned =operational; criticality low|medium|high|critical
    =medium; manufacturer? 1..255; model? 1..255; code? 1..64 caseless; serial_number? 1..100;
    in_service_date? date; warranty_until? date; purchase_price? 0..9999999.99 money; replacement_value?
    0..9999999.99 money; cleaning_every? 1..365; cleaning_unit? day|week|month; unique
    [[zone_id,name],[site_id,code],[site_id,serial_number]]; states
    {field:status,transitions:{operational:[degraded,standby,down,decommissioned],degraded:[operational,standby,down,decommissioned],standby:[operational,degraded,down,decommissioned],down:[operational,degraded,standby,decommissioned],decommissioned:[standby]}};
    requiredWhen
    [{field:cleaning_every,beside:{cleaning_unit:{not:null}}},{field:cleaning_unit,beside:{cleaning_every:{not:null}}}];
    filters [zone_id,parent_id,equipment_class_id,status,criticality,warranty_until,next_cleaning_at];
    filtersThrough {item_id:items.material_ids}; search
    [name,code,serial_number,manufacturer,model,description]; sort
    [name,status,criticality,created_at,last_cleaning_at]; defaultSort name; sums [purchase_price]
  `,
  'meter-readings': `
    meter_id! →meters where {active:true} matching [material_id] exclusive true; value! -999999999..999999999
    decimal3; read_at date-time past =now; is_reset =false; notes? 1..2000 multiline; operations
    list,view,create; unique [{fields:[meter_id,read_at],where:{voided:false}}]; filters
    [meter_id,material_id,voided,crossed,read_at]; search [name,material_id.name]; sort [read_at,created_at];
    defaultSort -read_at
  `,
  meters: `
    name! 1..255; material_id! →materials fixed; kind! counter|gauge fixed; unit! 1..20; active =true;
    max_per_day? 0.001..9999999 decimal3; above? -9999999..9999999 decimal3; below? -9999999..9999999
    decimal3; deadband 0..9999999 decimal3 =0; severity low|medium|high|critical =high; unique
    [[material_id,name]]; only
    [{fields:[max_per_day],beside:{kind:[counter]}},{fields:[above,below,deadband,severity],beside:{kind:[gauge]}}];
    filters [material_id,kind,active,alarm]; filtersThrough {zone_id:material_id.zone_id}; search
    [name,material_id.name]; sort [name,last_read_at,created_at]; defaultSort name
  `,
  notifications: `
    kind! 1..100; resource! 1..64; record_id! -2147483648..2147483647; operations list,view; scope own; unique
    [[user_id,kind,record_id,edge]]; filters [kind,unread,site_id,resource,record_id]; sort [created_at];
    defaultSort -created_at
  `,
  'plan-occurrences': `
    operations list,view; unique [[maintenance_plan_id,sequence]]; filters
    [maintenance_plan_id,material_id,status,skip_reason,due_at,original_due_at]; search
    [maintenance_plan_id.name,material_id.name]; sort [due_at,sequence,created_at]; defaultSort due_at
  `,
  procedures: `
    name! 1..255; description? 1..5000 multiline; active =true; steps! 1 or more; unique
    [{fields:[site_id,name]}]; filters [active]; search [name]; sort [name,created_at]; defaultSort name
  `,
  'request-points': `
    name! 1..255; material_id? →materials fixed; zone_id? →zones fixed; hint? 1..500 multiline; contact
    none|optional|required =optional; photos =true; active =true; unique [[token]]; filters
    [material_id,zone_id,active]; search [name,material_id.name,zone_id.name]; sort [name,created_at];
    defaultSort name
  `,
  roles: `
    name! 1..255; description? 1..1000 multiline; permissions =[]; scope global; headquartersOnly
    [create,update,delete]; unique [[name]]; search [name,description]; sort [name,created_at]; defaultSort
    name
  `,
  'service-costs': `
    maintenance_id! →maintenances; company_id! →companies where {types:maintenance_provider}; amount!
    0..9999999.99 money; incurred_on date =today; invoice_number? 1..100; notes? 1..2000 multiline; filters
    [maintenance_id,company_id,incurred_on]; filtersThrough {material_id:maintenance_id.material_id}; search
    [company_id.name,invoice_number,notes]; sort [incurred_on]; defaultSort -incurred_on; sums [amount]
  `,
  sites: `
    name! 1..255; is_headquarters =false; timezone 1..64 timezone =UTC; email? 1..255 email; office_phone?
    1..255; cell_phone? 1..255; address? 1..255 multiline; zip_code? 1..255; city? 1..255; country? 1..255;
    requires_failure_codes =false; status_tracks_downtime =true; maintenance_hours_per_week? 1..10000; scope
    self; headquartersOnly [create,delete]; unique [[name]]; atMostOne
    [{field:is_headquarters,slot:headquarters_slot}]; restrictDelete [{table:memberships,column:site_id}];
    filters [is_headquarters]; search [name,city]; sort [name,city,created_at]; defaultSort name
  `,
  trades: `
    name! 1..255; hourly_rate! 0..9999999.99 money; active =true; unique [{fields:[site_id,name]}]; filters
    [active]; search [name]; sort [name,created_at]; defaultSort name
  `,
  users: `
    username! 1..100; email! 1..255 email caseless; first_name! 1..255; last_name! 1..255; password 2..72
    password writeOnly; invite fixed writeOnly =false; current_password 2..72 password writeOnly; locale 1..35
    locale; office_phone? 1..255; cell_phone? 1..255; memberships; scope
    {members:{table:memberships,key:user_id}}; unique [[username],[email]]; requiredWhen
    [{field:password,beside:{invite:[false]}}]; softDelete true; displayFrom [first_name,last_name];
    filtersThrough
    {site_id:{to:sites,links:[{table:memberships,foreign:user_id,column:site_id}],seen:judged},role_id:{to:roles,links:[{table:memberships,foreign:user_id,column:id},{table:membership_roles,foreign:membership_id,column:role_id}],seen:judged}};
    search [first_name,last_name,username,email]; sort
    [last_name,first_name,username,email,created_at,last_login_at]; defaultSort last_name
  `,
  'webhook-deliveries': `
    operations list,view; unique [[webhook_id,event_id]]; filters
    [webhook_id,status,type,event_id,resource,record_id]; sort [created_at]; defaultSort -created_at
  `,
  webhooks: `
    name! 1..255; url! 1..2000; events! 1 or more; active =true; include_row =false; every_site =false; unique
    [[site_id,name]]; filters [active]; search [name,url]; sort [name,created_at]; defaultSort name
  `,
  'work-requests': `
    material_id? →materials; public_note? 1..1000 multiline; operations list,view,update,delete; unique
    [[reference]]; filters [status,request_point_id,material_id,zone_id]; search [name,description,reference];
    sort [created_at]; defaultSort -created_at
  `,
  'working-hours': `
    weekday! mon|tue|wed|thu|fri|sat|sun; from! time-of-day; until! time-of-day; unique
    [{fields:[site_id,weekday,from]}]; filters [weekday]; sort [weekday,from,created_at]; defaultSort weekday
  `,
  zones: `
    name! 1..255; description? 1..1000 multiline; parent_id? →zones tree true; allow_material =true; unique
    [[site_id,name]]; filters [parent_id,allow_material]; search [name]; sort [name,created_at]; defaultSort
    name
  `,
};

describe('definitions', () => {
  it('declare just this', async () => {
    const registry = await createRegistry();
    const split = (text: string) =>
      text
        .trim()
        .split(/;\s+/)
        .map((one) => one.replaceAll(/\s+/g, ' '));
    for (const resource of registry.values())
      expect(tell(resource), resource.path).to.deep.equal(split(table[resource.path] ?? ''));
    expect(Object.keys(table)).to.deep.equal([...registry.keys()]);
  });
});
