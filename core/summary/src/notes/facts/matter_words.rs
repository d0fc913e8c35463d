//! Different words for one matter, and the values of settings that have one value at a time.
//!
//! A project has one budget, one name, one person on call. "Spend at most $300" and "The budget is
//! now $200" share no word of it; with these families they share one.

/// Words that mean the same matter, in any inflection that people use of it. The first names the
/// family. Chosen here; words that often mean something else are left out.
#[rustfmt::skip]
pub(super) const FAMILIES: [&str; 7] = [
    "money budget budgets spend spending spends spent expense expenses cost costs expenditure expenditures outlay
      ausgaben kosten presupuesto gasto gastos coste costes dépense dépenses coût coûts custo custos orçamento
      бюджет расходы расходов 预算 預算 开支 開支 费用 費用 予算 経費 예산 비용",
    "limit limits cap ceiling maximum grenze höchstbetrag obergrenze límite tope máximo limite plafond teto
      лимит предел 上限 限额 限額 한도",
    "name named names called calling codename label labelled labeled nickname designated
      heißt heisst genannt llama llamado llamamos nombre appelle appelons appelé nom chama chamamos nome
      называется название имя 名字 名称 名稱 名前 이름",
    "oncall on-call pager duty standby escalation escalations bereitschaft rufbereitschaft guardia astreinte plantão
      дежурство дежурный дежурит 值班 当番 當番 당직",
    "answer answers answering reply replies replying respond responds response responses
      antwort antworten antworte antwortet respuesta respuestas responde responder réponse réponses réponds répondez
      resposta respostas responda ответ ответы отвечай отвечайте 回答 回复 回覆 答复 返信 返答 답변 대답",
    "measure measures measurement measurements unit units maßeinheiten einheiten unidades medidas unités mesures
      единицы 单位 單位 単位 단위",
    "base based rebase rebased basiert basado basada basé basée baseado baseada основан основана",
];

/// The settings of which one value holds, each with its values; words of one value stand together.
/// Chosen here.
#[rustfmt::skip]
pub(super) const SETTINGS: &[&[&str]] = &[
    // How answers sound. "Short" and "friendly" may both hold, so another value alone takes no
    // place: see `STYLE`.
    &["terse brief short concise succinct curt knapp knappe kurz kurze breve breves concisa concisas bref brève
      brèves concis concises curtas краткие коротко кратко",
      "detailed long lengthy verbose thorough ausführlich ausführliche detallado detalladas détaillées détaillé detalhadas
      подробно подробные",
      "playful funny humorous light warm friendly chatty casual informal verspielt locker freundlich amistoso
      amical amicales дружелюбно",
      "formal serious sober dry förmlich sachlich formel formelles sérieux официально"],
    // Systems of units.
    &["metric metrisch metrische metrischen métrico métrica métricas métrique métriques метрические",
      "imperial imperiale imperialen imperiales impérial impériales имперские"],
    // Languages that people write.
    &["english englisch inglés anglais inglês английском 英语 英語 英文 영어",
      "german deutsch alemán allemand alemão немецком 德语 德語 德文 독일어",
      "french französisch francés français francês французском 法语 法語 法文 프랑스어",
      "spanish spanisch español espagnol espanhol испанском 西班牙语 西班牙語 스페인어",
      "portuguese portugiesisch portugués portugais português португальском 葡萄牙语",
      "russian russisch ruso russe русском 俄语 俄語 俄文",
      "italian italienisch italiano italien итальянском",
      "chinese mandarin chinesisch chino chinois chinês китайском 中文 汉语 漢語 중국어",
      "japanese japanisch japonés japonais japonês японском 日语 日語 日文 日本語 일본어",
      "korean koreanisch coreano coréen корейском 韩语 韓語 한국어"],
];

/// The setting whose values may hold together.
pub(super) const STYLE: usize = 0;

/// The families of what holds on: how the agent answers, and who does what. Only there a person, a
/// language or a system of units takes the place of another one: "Translate the page to French now"
/// is another task than "Translate the page to German".
pub(super) const STANDING: [&str; 3] = ["answer", "measure", "oncall"];
